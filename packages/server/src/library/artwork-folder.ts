/** Below the data folder: the covers, made once when a track is analysed. */
export const ARTWORK_FOLDER = "artwork";
