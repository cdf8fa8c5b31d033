/**
 * The resources of the product in the provider's access policy, each with the actions `read`, `create`, `update` and
 * `delete` (R16.4), or with those after its colons. The emulator gives the latter to administrators only; the doctor
 * asks for all.
 */
export const RESOURCES: readonly string[] = ['policy', 'audit:read'];
