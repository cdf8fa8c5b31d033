/** The roles that every project of the provider has. */
export const ADMIN_ROLE = 'stytch_admin';
/** Every member has it; nobody can take it away. */
export const MEMBER_ROLE = 'stytch_member';

const NAMES: Readonly<Record<string, string>> = {
  [ADMIN_ROLE]: 'Administrator',
  [MEMBER_ROLE]: 'Member',
};

/** Returns what people call a role: `policy_editor` is "Policy editor". */
export function roleName(id: string): string {
  const words = id.replaceAll(/[_-]+/g, ' ').trim();
  return NAMES[id] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
