/** Parts of the catalogues, made by the Vite plugin `split-catalogues`. */
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
