import { msg } from '@lingui/core/macro';
import { type MessageDescriptor, i18n } from '@lingui/core';

/** What the stages say to their people with which each company begins (migration 0140), by the English words that are stored. */
const FIRST: Readonly<Record<string, MessageDescriptor>> = {
  Applied: msg`Applied`,
  'We have your application.': msg`We have your application.`,
  'We look at it and write to you.': msg`We look at it and write to you.`,
  'In review': msg`In review`,
  'We are looking at your details.': msg`We are looking at your details.`,
  'You hear from us when this is done.': msg`You hear from us when this is done.`,
  Interview: msg`Interview`,
  'You are invited to an interview.': msg`You are invited to an interview.`,
  'You learn day and place from us.': msg`You learn day and place from us.`,
  Selected: msg`Selected`,
  'You are selected.': msg`You are selected.`,
  'Your training begins next.': msg`Your training begins next.`,
  'In training': msg`In training`,
  'You are in training.': msg`You are in training.`,
  'Come to your sessions.': msg`Come to your sessions.`,
  Certified: msg`Certified`,
  'You have completed your training.': msg`You have completed your training.`,
  'We help you find a job.': msg`We help you find a job.`,
  Placed: msg`Placed`,
  'You have a job. Congratulations!': msg`You have a job. Congratulations!`,
  Ended: msg`Ended`,
  'Your way with us has ended.': msg`Your way with us has ended.`,
};

/** What a stage says to its people: as the company wrote it, or where it wrote nothing else, in their language. */
export function stageWords(text: string): string {
  const first = Object.hasOwn(FIRST, text) ? FIRST[text] : undefined;
  return first === undefined ? text : i18n._(first);
}
