// Public to other features.
export { MountsForm } from "./mounts-form.tsx";
export { ClosedControl, StreamControls } from "./stream-controls.tsx";
export { useEmergencyStop, useFade, useIsRadioStateChanging } from "./stream-controls-data.ts";
