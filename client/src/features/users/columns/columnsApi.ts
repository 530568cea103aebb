import { baseApi } from '~/api/baseApi';
import { type ListColumnsRequest, serverApi } from '~/api/generated/serverApi';
import { oneAtATime } from '~/lib/oneAtATime';

const keep = oneAtATime<ListColumnsRequest>();

const choiceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The columns or the rows of a page, kept by account; the newest choice is the last that the server gets. */
    keepListChoice: build.mutation<null, ListColumnsRequest>({
      queryFn: async (choice, { dispatch }, _options, baseQuery) => {
        const answer = await keep(dispatch, choice, async (body) => baseQuery({ url: '/api/v1/users/columns', method: 'PUT', body }));
        return answer?.error === undefined ? { data: null } : { error: answer.error };
      },
      // At once on screen; what could not be kept stays until the page is loaded anew.
      onQueryStarted: ({ columns, pageSize }, { dispatch }) => {
        dispatch(
          serverApi.util.updateQueryData('showListColumns', undefined, (shown) => ({
            columns: columns?.map(({ name, width = null }) => ({ name, width })) ?? shown.columns,
            pageSize: pageSize ?? shown.pageSize,
          })),
        );
      },
    }),
  }),
});

export const { useShowListColumnsQuery } = serverApi;
export const { useKeepListChoiceMutation } = choiceApi;
