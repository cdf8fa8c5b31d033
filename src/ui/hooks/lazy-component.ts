import {
  createElement,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  use,
  useState,
} from 'react';

/** A component whose code is loaded when it is rendered first. */
export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Loads the code. It rejects when the code cannot be loaded; the next call tries again. */
  readonly preload: () => Promise<void>;
};

/**
 * Makes a component of code that is loaded late. Once the code is loaded, it renders at once.
 *
 * @param load imports the component
 * @param fallback is shown while the code is loaded
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  fallback: ReactNode,
): LazyComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  let loading: Promise<FunctionComponent<Props>> | null = null;
  const start = () => {
    loading ??= load().then((component) => {
      loaded = component;
      return component;
    });
    return loading;
  };
  const renderLate = (props: Props) => createElement<Props>(use(start()), props);
  /** Chooses once: a component that has waited must call `use` each time, and one that is replaced would be mounted anew. */
  const render = (props: Props) => {
    const [chosen] = useState<FunctionComponent<Props>>(() => loaded ?? renderLate);
    return createElement(Suspense, { fallback }, createElement<Props>(chosen, props));
  };
  const preload = async () => {
    try {
      await start();
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return Object.assign(render, { preload });
}
