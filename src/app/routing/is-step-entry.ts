/** Returns whether the present history entry is that of a step: a verification, or the field for a name (R2.13). */
export function isStepEntry(): boolean {
  return window.history.state?.isStep === true;
}
