import { msg } from '@lingui/core/macro';

import { texts } from './texts';

export const INDUSTRIES = texts({
  Education: msg`Education`,
  Technology: msg`Technology`,
  Healthcare: msg`Healthcare`,
  Finance: msg`Finance`,
  Manufacturing: msg`Manufacturing`,
  Retail: msg`Retail`,
  Fashion: msg`Fashion`,
  Construction: msg`Construction`,
  IT: msg`IT`,
  'Food and Beverage': msg`Food and Beverage`,
  Consulting: msg`Consulting`,
  'Non-Profit': msg`Non-Profit`,
  Government: msg`Government`,
  Other: msg`Other`,
});

export const isIndustry = (text: string): text is keyof typeof INDUSTRIES => Object.hasOwn(INDUSTRIES, text);
