import { vi } from 'vitest';

/**
 * A wait ends when what it waits for is true: a busy machine only makes it longer. Vitest gives up after a second by
 * default. This limit is below that of a test, so that what never comes true is named.
 */
const LIMIT = 30_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = { timeout: LIMIT }) => waitFor(callback, options);
