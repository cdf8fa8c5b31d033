const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host name (without port) is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname) || hostname.endsWith('.localhost');
}

/** Whether this is an http(s) origin on this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  try {
    const { protocol, hostname } = new URL(origin);
    return (protocol === 'http:' || protocol === 'https:') && isLoopbackHost(hostname);
  } catch {
    return false;
  }
}
