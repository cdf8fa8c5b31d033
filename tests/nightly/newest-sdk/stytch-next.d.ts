// The packages of this folder are not installed by `npm ci`, so their types are not there.
declare module 'stytch-next/*';
