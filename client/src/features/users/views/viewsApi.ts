import { serverApi } from '~/api/generated/serverApi';

export type { SavedScope } from '~/api/generated/serverApi';

// Also after an error: the view may have been changed or deleted elsewhere.
const viewsApi = serverApi.enhanceEndpoints({
  addTagTypes: ['View'],
  endpoints: {
    listSavedViews: { providesTags: ['View'] },
    createSavedView: { invalidatesTags: ['View'] },
    editSavedView: { invalidatesTags: ['View'] },
    deleteSavedView: { invalidatesTags: ['View'] },
  },
});

export const { useListSavedViewsQuery, useCreateSavedViewMutation, useEditSavedViewMutation, useDeleteSavedViewMutation } = viewsApi;
