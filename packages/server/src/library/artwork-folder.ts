/** Below the data folder. Covers are made once, when a track is analysed. */
export const ARTWORK_FOLDER = "artwork";
