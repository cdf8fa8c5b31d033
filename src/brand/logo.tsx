/**
 * The product's logo (R1.3, R4.1), as in `static/favicon.png`. It is decorative: the product's name is always beside it
 * or its label.
 *
 * @param props `className` sets the size and the colours: `color` for the mark, `fill` for the tile
 */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 32 32"
      role="presentation"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" />
      <path
        d="M21.7 21.7a8 8 0 1 1 0-11.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="22.6" cy="16" r="2.6" fill="currentColor" />
    </svg>
  );
}
