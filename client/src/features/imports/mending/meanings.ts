import type { Field } from '../api';

/** What colleges write for our values. A suggestion only: nothing is changed before it is confirmed. */
const meanings: Readonly<Partial<Record<Field, Readonly<Record<string, readonly string[]>>>>> = {
  gender: {
    MALE: ['m', 'boy', 'man', 'पुरुष', 'पु'],
    FEMALE: ['f', 'girl', 'woman', 'महिला', 'म', 'स्त्री'],
    OTHER: ['o', 'others', 'transgender', 'third gender', 'अन्य'],
  },
  role: {
    TRAINEE: ['student', 'learner', 'candidate', 'apprentice', 'प्रशिक्षु', 'छात्र', 'छात्रा', 'विद्यार्थी'],
    FACULTY: ['trainer', 'teacher', 'instructor', 'lecturer', 'professor', 'assistant professor', 'शिक्षक', 'प्रशिक्षक'],
    EMPLOYEE: ['staff'],
  },
  profile: {
    TRAINEE: ['student', 'learner', 'candidate', 'apprentice', 'प्रशिक्षु', 'छात्र', 'छात्रा', 'विद्यार्थी'],
    TRAINER: ['faculty', 'teacher', 'instructor', 'lecturer', 'professor', 'assistant professor', 'शिक्षक', 'प्रशिक्षक'],
    PLACEMENT: ['placement officer', 'tpo'],
  },
};

/** The constant that a value of a file most likely stands for; none is an empty text. */
export function meaningOf(field: Field, value: string): string {
  const text = value.trim().toLowerCase().replace(/\.$/u, '');
  return Object.entries(meanings[field] ?? {}).find(([, words]) => words.includes(text))?.[0] ?? '';
}
