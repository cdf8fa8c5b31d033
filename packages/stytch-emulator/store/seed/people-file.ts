import * as v from 'valibot';
import { parse } from 'yaml';
import { describeIssue } from '../store.ts';
import { type People, peopleSchema } from './people.ts';

/**
 * Reads a file of people, in the form of `people.json`.
 *
 * @param text YAML or JSON
 * @throws an error that names the entry and the reason when the file is wrong
 */
export function readPeople(text: string): People {
  const people: unknown = parse(text);
  const [issue] = v.safeParse(peopleSchema, people).issues ?? [];
  if (!v.is(peopleSchema, people)) throw new Error(issue && describeIssue(issue));
  const { organizations, members } = people;
  for (const { email, slug } of members) {
    if (organizations.some((each) => each.slug === slug)) continue;
    throw new Error(`${email} is a member of "${slug}", which is no organization.`);
  }
  const keys = [...organizations, ...members].map((each) =>
    'email' in each ? `${each.email} of ${each.slug}` : each.slug,
  );
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Error(`${twice} is there twice.`);
  return people;
}
