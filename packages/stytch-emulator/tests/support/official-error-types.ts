import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TYPES = join(import.meta.dirname, '../../../../node_modules/@stytch/core/dist/public');

/** Reads the error types that the provider's SDK declares. Its type also allows any string. */
function readErrorTypes(): Set<string> {
  for (const name of readdirSync(TYPES).filter((each) => each.endsWith('.d.ts'))) {
    const declaration = /type StytchAPIErrorType = ([^;]+);/.exec(
      readFileSync(join(TYPES, name), 'utf8'),
    )?.[1];
    if (declaration !== undefined) {
      return new Set(Array.from(declaration.matchAll(/['"](\w+)['"]/g), ([, type = '']) => type));
    }
  }
  throw new Error('The SDK declares no error types.');
}

/** Error types that only newer SDKs declare. */
const NEWER = [
  'connected_app_not_found',
  'connected_app_supplied_redirect_url_not_found_in_client',
  'session_not_mutable',
];

/** The error types of the provider. The emulator must not invent others. */
export const OFFICIAL_ERROR_TYPES = new Set([...readErrorTypes(), ...NEWER]);
