/** Web storage in memory, for several tabs without a document. As in a browser, its items are its own properties. */
export class MemoryStorage implements Storage {
  [name: string]: unknown;

  get length(): number {
    return Object.keys(this).length;
  }
  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  key(index: number): string | null {
    return Object.keys(this)[index] ?? null;
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  setItem(key: string, value: string): void {
    this[key] = String(value);
  }
}
