declare module '*.css?inline' {
  const css: string;
  // allow default-export: the bundler exports files this way
  export default css;
}

declare module '*?worker&url' {
  const url: string;
  // allow default-export: the bundler exports files this way
  export default url;
}
