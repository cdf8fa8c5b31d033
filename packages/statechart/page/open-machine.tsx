import { type FormEvent, useEffect, useState } from 'react';
import type { Chart } from '../chart.types.ts';

/**
 * Loads the chart of another module, in development: the server draws it.
 *
 * @param path of the module, from the root of the project
 * @returns `undefined` without a path and until it is loaded, `null` when the module exports no machine
 */
export function useOpenedChart(path: string | null): Chart | null | undefined {
  const [opened, setOpened] = useState<{ path: string; chart: Chart | null } | null>(null);
  useEffect(() => {
    if (path === null) return;
    const address = `virtual:statechart?module=${encodeURIComponent(path)}`;
    import(/* @vite-ignore */ `${import.meta.env.BASE_URL}@id/${address}`).then(
      ({ chart }) => setOpened({ path, chart }),
      () => setOpened({ path, chart: null }),
    );
  }, [path]);
  return opened?.path === path ? opened?.chart : undefined;
}

/** Asks for the path of a module. */
export function OpenMachine({ onOpen }: { readonly onOpen: (path: string) => void }) {
  const open = (form: FormEvent<HTMLFormElement>) => {
    form.preventDefault();
    onOpen(String(new FormData(form.currentTarget).get('path')).replace(/^\.?\//, ''));
  };
  return (
    <details className="sc-menu">
      <summary>Open</summary>
      <div>
        <form onSubmit={open}>
          <label>
            A module that exports a machine
            <input name="path" required placeholder="src/door.machine.ts" />
          </label>
          <button type="submit">Open the machine</button>
        </form>
      </div>
    </details>
  );
}
