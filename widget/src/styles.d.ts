declare module '*.css?inline' {
  const css: string;
  // allow default-export: this is how the bundler hands a file on
  export default css;
}
