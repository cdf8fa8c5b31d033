import { FAULT_KINDS } from '#emulator/store/state.ts';
import type { FaultSpec } from './harness.ts';

/** Milliseconds by which the fault `slow` delays a response. */
export const SLOW_LATENCY = 8_000;

/** Milliseconds by which the fault tests advance the clock at a time. */
export const CLOCK_STEP = 250;

interface FaultCase {
  readonly name: string;
  readonly fault: FaultSpec;
}

/** Every kind of fault that the emulator knows, and `error` with one status of each kind. */
export const faultCases = FAULT_KINDS.flatMap((kind): FaultCase[] => {
  if (kind === 'slow') return [{ name: kind, fault: { kind, latencyMs: SLOW_LATENCY } }];
  if (kind !== 'error') return [{ name: kind, fault: { kind } }];
  return [401, 403, 429, 500].map((status) => {
    const retryAfter = status === 429 ? { retryAfter: 30 } : {};
    const message = `The provider said ${status}.`;
    return { name: `${kind} ${status}`, fault: { kind, status, message, ...retryAfter } };
  });
});
