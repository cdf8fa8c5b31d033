/**
 * The resources of the product in the provider's access policy, each with the actions `read`, `create`, `update` and
 * `delete` (R16.4). The emulator has them, and the doctor asks for them.
 */
export const RESOURCES: readonly string[] = ['policy'];
