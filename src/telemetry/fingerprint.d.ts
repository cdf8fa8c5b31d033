declare module 'virtual:machine-fingerprint' {
  export const fingerprint: string;
}
