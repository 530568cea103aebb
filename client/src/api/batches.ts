import { serverApi } from './generated/serverApi';

export type { BatchRecord, Card, ChangeBatchRequest, TrainingBatch } from './generated/serverApi';

const LIST = { type: 'Batch', id: 'LIST' } as const;

const batchesApi = serverApi.enhanceEndpoints({
  endpoints: {
    getBatches: { providesTags: [LIST] },
    // Also after an error: the batch may have been changed elsewhere.
    createSingleBatch: { invalidatesTags: [LIST, 'Dashboard'] },
    changeSingleBatch: { invalidatesTags: [LIST, 'Dashboard'] },
    listTrainingBatches: { providesTags: [LIST] },
    getTrainingBatch: { providesTags: [LIST] },
    listTrainingPeople: { providesTags: [LIST, 'Stage'] },
    listLeavingsOfBatch: { providesTags: [LIST] },
    chooseTrainers: { invalidatesTags: [LIST] },
  },
});

export const { useGetBatchesQuery, useGetSingleBatchQuery, useCreateSingleBatchMutation, useChangeSingleBatchMutation } = batchesApi;
export const { useListTrainingBatchesQuery, useGetTrainingBatchQuery, useListTrainingPeopleQuery, useListLeavingsOfBatchQuery, useChooseTrainersMutation } = batchesApi;

export const batchesChanged = () => serverApi.util.invalidateTags([LIST]);
