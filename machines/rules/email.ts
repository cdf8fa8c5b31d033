/**
 * An e-mail address as it may be shown: the first character, asterisks, then the domain part (R8.13).
 *
 * @param address any text; what has no `@`, or nothing before it, is masked whole
 * @returns the masked address, for example `b***@birch.example`; never more than the first character of
 *   the local part, whatever its length
 */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const [first] = address;
  if (at < 1 || first === undefined) return '***';
  return `${first}***${address.slice(at)}`;
}
