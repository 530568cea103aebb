import type { Industry } from './signupApi';

/** In the order in which they are shown. */
export const INDUSTRIES: readonly Industry[] = [
  'Education',
  'Technology',
  'Healthcare',
  'Finance',
  'Manufacturing',
  'Retail',
  'Fashion',
  'Construction',
  'IT',
  'Food and Beverage',
  'Consulting',
  'Non-Profit',
  'Government',
  'Other',
];
