/**
 * Why a campaign has no calling number, for its owner.
 * @param areChosenGone true if numbers were chosen and all of them were released
 */
export function whyNoNumber(areChosenGone: boolean): string {
  return areChosenGone
    ? 'All phone numbers chosen for this campaign were released. Choose others.'
    : 'This campaign has no phone number to call from.';
}
