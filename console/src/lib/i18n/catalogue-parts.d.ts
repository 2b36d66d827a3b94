/** Parts of the catalogues: the plugin `split-catalogues` makes them. */
declare module '*.json?first' {
  const texts: Readonly<Record<string, string>>;
  // allow default-export: bundlers export JSON like this.
  export default texts;
}

declare module '*.json?rest' {
  const texts: Readonly<Record<string, string>>;
  // allow default-export: bundlers export JSON like this.
  export default texts;
}
