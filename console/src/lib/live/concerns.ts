interface Asked {
  queryKey: readonly unknown[];
  meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Whether what was asked may have changed with a topic: it is the first member of the key, or stands in `meta.topics`
 * where an answer is made of several things.
 */
export function concerns({ queryKey, meta }: Asked, topic: string): boolean {
  const others = meta?.['topics'];
  return queryKey[0] === topic || (Array.isArray(others) && others.includes(topic));
}
