import { isResyncEvent, sdkStorageKey } from '../sdk/sdk-state.ts';

/** Tells what another tab changed from what this one did, while the SDK notifies of it. */
export interface OtherTabs {
  /** Whether the SDK notifies of something that another tab wrote. */
  isNotifying(): boolean;
  /** To be called once the SDK listens: what it notifies of between the two listeners is another tab's. */
  afterSdkCreated(): void;
  stop(): void;
}

/**
 * To be called before the SDK is created. A window asks its listeners in the order they came, also those that
 * capture, so one stands before the SDK's own and one behind it.
 *
 * @param publicToken the project's public token, which is part of the SDK's key
 */
export function watchOtherTabs(publicToken: string): OtherTabs {
  let writing = false;
  const before = (event: StorageEvent) => {
    writing = event.key === sdkStorageKey(publicToken) && !isResyncEvent(event);
  };
  const after = () => {
    writing = false;
  };
  window.addEventListener('storage', before);
  return {
    isNotifying: () => writing,
    afterSdkCreated() {
      writing = false;
      window.addEventListener('storage', after);
    },
    stop() {
      window.removeEventListener('storage', before);
      window.removeEventListener('storage', after);
    },
  };
}
