import { useMemo } from 'react';

import { type FieldRecord, type FieldsResponse, serverApi } from '~/api/generated/serverApi';
import { useClaims } from '~/api/session/slice';
import { nameOfOwn } from '~/lib/ownNames';

import { followChanges, realtimeOf } from './extra';

/** A form that is saved piece by piece leads to one fetch in this time. */
const PAUSE = 1_000;

/** What a page asks for that defines fields: how many people have a value, too, and what uses it. */
export const WITH_COUNTS = { counts: true } as const;

// As they were last fetched: texts name fields also where no component asks for these.
let latest: ReadonlyMap<string, FieldRecord> = new Map();
export const ownField = (name: string): FieldRecord | undefined => latest.get(name);

/** The fields that a company has made for its people, as far as they are open to the account. */
export const ownFieldsApi = serverApi.enhanceEndpoints({
  endpoints: {
    listFields: {
      providesTags: ['Field'],
      transformResponse: (response: FieldsResponse) => {
        latest = new Map(response.fields.map((field) => [nameOfOwn(field), field]));
        return response;
      },
      onCacheEntryAdded: async (asked, entry) => {
        const refetch = () => entry.dispatch(serverApi.endpoints.listFields.initiate(asked, { subscribe: false, forceRefetch: true }));
        const stop = followChanges(realtimeOf(entry.extra), { events: ['fields:changed'], pause: PAUSE, refetch });
        await entry.cacheEntryRemoved;
        stop();
        // The next account of this page may be of another company.
        if (asked.counts !== true) latest = new Map();
      },
    },
    // Also after an error: the field may have been changed elsewhere.
    createField: { invalidatesTags: ['Field'] },
    changeField: { invalidatesTags: ['Field'] },
    archiveField: { invalidatesTags: ['Field'] },
    restoreField: { invalidatesTags: ['Field'] },
    orderFields: {
      invalidatesTags: ['Field'],
      // Shown before the server has answered: what was moved stays where it was put.
      onQueryStarted: async ({ orderFieldsRequest: { keys } }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          serverApi.util.updateQueryData('listFields', WITH_COUNTS, (answer) => {
            answer.fields = keys.flatMap((key) => answer.fields.filter((field) => field.key === key)).concat(answer.fields.filter(({ key }) => !keys.includes(key)));
          }),
        );
        await queryFulfilled.catch(shown.undo);
      },
    },
    addStarterSet: { invalidatesTags: ['Field'] },
  },
});

export const { useListFieldsQuery } = ownFieldsApi;

const NONE: readonly FieldRecord[] = [];

/** The fields of other people that the account sees, and those of them that it may change. */
export function useOwnFields() {
  const { data, isLoading } = useListFieldsQuery({});
  const profile = useClaims()?.profile;
  return useMemo(() => {
    const isOf = (profiles: readonly string[]) => profiles.some((each) => each === profile);
    const seen = data?.fields.filter(({ archivedAt, viewers }) => archivedAt === null && isOf(viewers)) ?? NONE;
    return { seen, edited: seen.filter(({ editors }) => isOf(editors)), isLoading };
  }, [data, profile, isLoading]);
}
