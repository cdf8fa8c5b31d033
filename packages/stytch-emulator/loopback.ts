const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether a host name, without its port, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname) || hostname.endsWith('.localhost');
}

/** Returns whether this is an http or https origin on this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  try {
    const { protocol, hostname } = new URL(origin);
    return (protocol === 'http:' || protocol === 'https:') && isLoopbackHost(hostname);
  } catch {
    return false;
  }
}
