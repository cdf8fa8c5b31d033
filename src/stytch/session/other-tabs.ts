import { isResyncEvent } from '../sdk/sdk-state.ts';
import { sdkStorageKey } from './sdk-storage-key.ts';

/** Tells whether the SDK's notification is about a change that another tab made. */
export interface OtherTabs {
  /** Whether the SDK is now notifying of a change by another tab. */
  isNotifying(): boolean;
  /** Call this right after the SDK was constructed. */
  afterSdkCreated(): void;
  stop(): void;
}

/**
 * Adds a `storage` listener before the SDK's own, and one after it in `afterSdkCreated`. Listeners run in the
 * order in which they were added, so that what the SDK notifies of between the two was written by another tab.
 * Call it before the SDK is constructed.
 *
 * @param publicToken the project's public token, which is part of the SDK's key
 */
export function watchOtherTabs(publicToken: string): OtherTabs {
  let isNotifying = false;
  const before = (event: StorageEvent) => {
    isNotifying = event.key === sdkStorageKey(publicToken) && !isResyncEvent(event);
  };
  const after = () => {
    isNotifying = false;
  };
  window.addEventListener('storage', before);
  return {
    isNotifying: () => isNotifying,
    afterSdkCreated() {
      isNotifying = false;
      window.addEventListener('storage', after);
    },
    stop() {
      window.removeEventListener('storage', before);
      window.removeEventListener('storage', after);
    },
  };
}
