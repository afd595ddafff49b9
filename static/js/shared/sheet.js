// @ts-check
// The sheet of keys, on every page that is worked by keyboard.

/**
 * Open it, or close it and go back to where the person was.
 * @param {HTMLElement} sheet
 * @param {() => void} back
 * @param {boolean} [wanted]
 */
export function toggleSheet(sheet, back, wanted = Boolean(sheet.hidden)) {
  sheet.hidden = !wanted;
  if (!wanted) return back();
  sheet.focus({ preventScroll: true });
  sheet.scrollTop = 0; // it may scroll by itself
  // Of one that is taller than what bars leave of the window, the head is seen first.
  const tall = sheet.offsetHeight > innerHeight - 160;
  return sheet.scrollIntoView({ block: tall ? "start" : "nearest" });
}
