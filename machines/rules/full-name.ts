/** A member's name (R11.1); both parts are empty when the provider returned none. */
export interface MemberName {
  readonly firstName: string;
  readonly lastName: string;
}

/** First and last name, as they are shown. */
export function fullName({ firstName, lastName }: MemberName): string {
  return `${firstName} ${lastName}`.trim();
}
