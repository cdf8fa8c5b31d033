/** Google's logo, in the colours that its branding guidelines require. It is decorative: the button has words. */
export function GoogleMark({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        fill="#4285f4"
        d="M23.5 12.27c0-.85-.08-1.67-.22-2.45H12v4.64h6.45a5.5 5.5 0 0 1-2.4 3.61v3h3.88c2.27-2.08 3.57-5.16 3.57-8.8z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.24 0 5.96-1.07 7.94-2.91l-3.87-3.01c-1.08.72-2.45 1.15-4.07 1.15-3.13 0-5.78-2.11-6.73-4.96H1.27v3.1A12 12 0 0 0 12 24z"
      />
      <path
        fill="#fbbc05"
        d="M5.27 14.27a7.2 7.2 0 0 1 0-4.56V6.61h-4a12 12 0 0 0 0 10.76l4-3.1z"
      />
      <path
        fill="#ea4335"
        d="M12 4.77c1.76 0 3.35.6 4.6 1.8l3.43-3.44C17.95 1.19 15.24 0 12 0A12 12 0 0 0 1.27 6.61l4 3.1C6.22 6.86 8.87 4.77 12 4.77z"
      />
    </svg>
  );
}
