// Public to other features.
export { colourProperties, parseHsl } from "./branding-colours.ts";
export { useBranding } from "./branding-data.ts";
