// Public to other features.
export { colourProperties, parseHsl } from "./branding-colours.ts";
export { brandingQuery, useBranding } from "./branding-data.ts";
