// Made by `make openapi` from server/vocabulary/fields.py: never edited.
export const FIELDS = {
  "fullName": {
    "label": "Full name",
    "kind": "name",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "email": {
    "label": "Email",
    "kind": "email",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "code": {
    "label": "Code",
    "kind": "code",
    "shortest": 1,
    "isRequired": false,
    "inFiles": false,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "phone": {
    "label": "Phone",
    "kind": "phone",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "dateOfBirth": {
    "label": "Date of birth",
    "kind": "birth",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  },
  "gender": {
    "label": "Gender",
    "kind": "choice",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": false,
    "inBulk": false
  },
  "workLocation": {
    "label": "Work location",
    "kind": "text",
    "shortest": 2,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": true,
    "inBulk": true
  },
  "role": {
    "label": "Role",
    "kind": "choice",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": true,
    "inBulk": true
  },
  "profile": {
    "label": "Profile",
    "kind": "choice",
    "shortest": 1,
    "isRequired": true,
    "inFiles": true,
    "isShared": true,
    "inFilters": true,
    "inBulk": true
  },
  "isActive": {
    "label": "Access",
    "kind": "flag",
    "shortest": 1,
    "isRequired": false,
    "inFiles": false,
    "isShared": false,
    "inFilters": false,
    "inBulk": false
  }
} as const;
