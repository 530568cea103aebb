// Made by `make openapi` from server/vocabulary/fields.py: never edited.
import { msg } from '@lingui/core/macro';

export const FIELDS = {
  "fullName": {
    "label": msg`Full name`,
    "kind": "name",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "email": {
    "label": msg`Email`,
    "kind": "email",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "code": {
    "label": msg`Code`,
    "kind": "code",
    "shortest": 1,
    "isRequired": false,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "phone": {
    "label": msg`Phone`,
    "kind": "phone",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "dateOfBirth": {
    "label": msg`Date of birth`,
    "kind": "birth",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "gender": {
    "label": msg`Gender`,
    "kind": "choice",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": false,
    "inBulk": false
  },
  "workLocation": {
    "label": msg`Work location`,
    "kind": "text",
    "shortest": 2,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": true,
    "inBulk": true
  },
  "role": {
    "label": msg`Role`,
    "kind": "choice",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": true,
    "inBulk": true
  },
  "profile": {
    "label": msg`Profile`,
    "kind": "choice",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": true,
    "inBulk": true
  },
  "isActive": {
    "label": msg`Access`,
    "kind": "flag",
    "shortest": 1,
    "isRequired": false,
    "inFiles": true,
    "isShared": true,
    "inFilters": false,
    "inBulk": false
  }
} as const;
