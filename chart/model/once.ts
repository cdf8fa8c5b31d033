/** Returns a function that calls `compute` at its first call, and returns the same result ever after. */
export function once<Result>(compute: () => Result): () => Result {
  let computed: { readonly result: Result } | null = null;
  return () => {
    computed ??= { result: compute() };
    return computed.result;
  };
}
