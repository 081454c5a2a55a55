declare module "*.css";
declare module "*.css?raw" {
  export const contents: string;
  const source: string;
  // Vite offers the text of a file as a default export only.
  export default source;
}
