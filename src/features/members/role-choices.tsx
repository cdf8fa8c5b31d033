import { roleName } from '#machines/rules/roles.ts';
import form from '#src/ui/controls/dialog-form.module.css';
import { messages } from './messages.ts';
import { useRoles } from './use-members.ts';

interface RoleChoicesProps {
  /** The ids of the chosen roles. */
  readonly chosen: readonly string[];
  /** Roles that the member has otherwise, and that cannot be taken away here. */
  readonly inherited?: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The roles that a member can have beside the one of every member. */
export function RoleChoices({ chosen, inherited = [], onChange }: RoleChoicesProps) {
  const roles = useRoles();
  return (
    <fieldset className={form.choices}>
      <legend>{messages.roles.legend}</legend>
      {roles.map((id) => {
        const isInherited = inherited.includes(id);
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={isInherited || chosen.includes(id)}
              disabled={isInherited}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
            <span>{roleName(id)}</span>
            {isInherited ? <small>{messages.roles.inherited}</small> : null}
          </label>
        );
      })}
    </fieldset>
  );
}
