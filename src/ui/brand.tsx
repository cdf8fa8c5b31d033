/** What the product is called. For another name or logo change this file, index.html and the favicon. */
export const PRODUCT_NAME = 'Charter';

interface LogoProps {
  /** Read out in its place; left out where the name stands beside it. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/**
 * The product's logo (R1.3, R4.1): an open C whose mouth holds a seal.
 *
 * Its size and colours come from the class it is given: `color` is the mark, `fill` the tile.
 */
export function Logo({ label, className }: LogoProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 32 32"
      role={label === undefined ? 'presentation' : 'img'}
      aria-hidden={label === undefined}
      aria-label={label}
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
