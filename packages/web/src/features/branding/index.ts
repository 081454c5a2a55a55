// What other features may use.
export { colourProperties, parseHsl } from "./branding-colours.ts";
export { useBranding } from "./branding-data.ts";
