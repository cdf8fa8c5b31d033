/**
 * The RSA key that signs the emulator's session JWTs and Google ID tokens.
 *
 * This is a public TEST KEY: it protects nothing and must not be used outside this emulator. The key
 * is fixed so that the same seed and the same calls give the same bytes (R20.2).
 */
export const SIGNING_KEY = {
  kty: 'RSA',
  n: [
    'qihyx-m8JIXUo7A1kyyQdWwW9w94TDy6_Aouk_WwgDlspD-MRJbRBw8HRMilGuEo7CwddvCoWtcuGfSRV9ddj38A',
    '-oYcyV0NLXnz5IrJwxHSreWb-Zm8uURP9Srr13d7Y7NBY2md9md1pauEsKb1_q-ZAj0oPdfBtR3pY-IWl_C06m2Z',
    'Bq02paP89U75xSFSdBp1lPEnoLiXkR2K2ZazpCdEXoUfd-uXe7AaV_6JH35oQeyqzoDixiDYJ4b2uQEfqrmlS8g-',
    'FpuGC5mkUeNb4w1mu3vCtyevhTYSfccHTG_73BoeQVTrflAapq2vu3aZZKfHa8biqnMpApFvpH3Lxw',
  ].join(''),
  e: 'AQAB',
  d: [
    'BSvShS6eZNiOXeUkIHnMibNqi6dnZzjtqjnS_Y5ZBvFeOSwKb43-NahoXT5HY9nVtdiHX4IXBuyE_nPwzaPonrMX',
    'TNKYYfdw4ZUHUcaoAarzS9nV08MvOZnD-YLy61FUKVnQXs_3mLGMB6gyEaSy7PXZzatQvRE0CVsqqLojwdbmeNHT',
    'fgBw0rs7hEYCeM0H39XesbbCxmDiDFG-ShEhm3akz1W13q-a7Zrl-d2GrYWtEAv8kNjRiT6CHopycGE96Fa1PXbX',
    'Y287xO1qDX_ufSsIuHr0r7dAHxjY69OW7QPgUFSU-xOZR6TUVG9Im77e-_iCoPYtL4_cEh_zCm-upQ',
  ].join(''),
  p: [
    '3KnassN6HvZAwZsjfG1INxEX6zHh3RUdhcMq70M1YgDlyvSc7n9x5RAXLIFbvJ0S60BSwB5oXkFk-5eyU4i1uPJz',
    'kXgrWZsm_oGnxoD4phvs8VxdJUhQP6FcWBMx3rtj0gVrPma__5jXb0flm-VObAgXAFk9ar1L3oZ-fKdYlYs',
  ].join(''),
  q: [
    'xWgcZypChrP4F9MnreBCn4yVtSBbTqqMlJZBWKIPqjk_aIbz85VhG1Cqjaykz7DdbBnmi_egaw-R5m1JAFihe1A5',
    'VGR8ObP38Qf_56WnjYVuLyBO71nY6RCzJyix7ixaqvz1_ZN6y9WsZQdMy6lJ3_QRjilTRc5nBsZ3cObrQjU',
  ].join(''),
  dp: [
    '1EvmSM6gk2E_9ASaI3_QVopvhKw9LUK_YI3gpMj4dw1-B8FHqn2aylKsuPjLla9ZIFSGSKf4qZYo3ZWYz51bmFBK',
    't83xhwgqf_mlvOkgUE_VqnC-fLwR2OYZvfLZq_yFkO39u8-HMRWPT1TQpyf6Rx2RY5h36lWsxK6Iys0GAPk',
  ].join(''),
  dq: [
    'JQNgT_ecgaU83zq4NeHWnBO__jYS6K0Rrsp9diDszv3s5axoEUPw8S4uzGGShV6kJaC1mYjUiz5gHNRg26_Cl1xz',
    'Y19z613TH15gnQ5yXBaoki18n2Q5R3naHX2D3yRx252SgfklDRMDP-4eeBFFyLf6kq0s7-nDZ4HO41xowAE',
  ].join(''),
  qi: [
    'p0c_TciiO2qyPakBIZjKnB7tbNQTU28Td1WyiWSYGdv0woNn0gKP0TieJyNBhZXetkg8OoOGqTN7wEWRXMZxyB9A',
    'Wz2v_6SGhFQhaDRomC_FibiqEECxsJpcj_w7U2j726aRWQBwCRVB3Z4ynBwJZ2nN_IM8YdB6axkZgoUaYA8',
  ].join(''),
  alg: 'RS256',
  kid: 'jwk-test-emulator-0001',
  use: 'sig',
};

/** The public key, in the format of the JWKS endpoint. */
export const PUBLIC_KEY = {
  kty: SIGNING_KEY.kty,
  use: SIGNING_KEY.use,
  key_ops: ['verify'],
  alg: SIGNING_KEY.alg,
  kid: SIGNING_KEY.kid,
  n: SIGNING_KEY.n,
  e: SIGNING_KEY.e,
};
