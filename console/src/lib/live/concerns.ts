interface Asked {
  queryKey: readonly unknown[];
  meta?: Readonly<Record<string, unknown>> | undefined;
}

/** True if a topic affects a query: it is the first member of the key, or listed in `meta.topics`. */
export function concerns({ queryKey, meta }: Asked, topic: string): boolean {
  const others = meta?.['topics'];
  return queryKey[0] === topic || (Array.isArray(others) && others.includes(topic));
}
