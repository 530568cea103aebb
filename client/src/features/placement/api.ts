import { baseApi } from '~/api/baseApi';
import { type ComparedResults, placementApi as generated } from '~/api/generated/placementApi';

export type * from '~/api/generated/placementApi';

const OPENINGS = { type: 'Opening', id: 'LIST' } as const;
/** It takes longer than other lists, and only conditions and people change it. */
const NEARLY = { type: 'Opening', id: 'NEARLY' } as const;
const EMPLOYERS = { type: 'Opening', id: 'EMPLOYERS' } as const;
const OWN = { type: 'Opening', id: 'OWN' } as const;

const ofPlacement = { providesTags: [OPENINGS] };
// Also after an error: what was to be changed may have been changed elsewhere.
const changes = { invalidatesTags: [OPENINGS, 'Dashboard' as const] };

export const placementApi = generated.enhanceEndpoints({
  endpoints: {
    listEmployers: { providesTags: [EMPLOYERS] },
    addEmployer: { invalidatesTags: [EMPLOYERS] },
    changeEmployer: { invalidatesTags: [EMPLOYERS, OPENINGS] },
    listOpenings: ofPlacement,
    getOpening: ofPlacement,
    listWhoFits: ofPlacement,
    countWhoNearlyFits: { providesTags: [NEARLY] },
    explainWhyNot: ofPlacement,
    listOpeningCandidates: ofPlacement,
    getCandidate: ofPlacement,
    listOffers: ofPlacement,
    readPlacementFigures: ofPlacement,
    addOpening: { invalidatesTags: [OPENINGS, EMPLOYERS, 'Dashboard'] },
    changeOpening: { invalidatesTags: [OPENINGS, NEARLY, 'Dashboard'] },
    openOpening: { invalidatesTags: [OPENINGS, EMPLOYERS, 'Dashboard'] },
    closeOpening: { invalidatesTags: [OPENINGS, EMPLOYERS, 'Dashboard'] },
    chooseOpeningStaff: changes,
    moveCandidates: { invalidatesTags: (_moved, _error, { moveCandidatesRequest: { dryRun } }) => (dryRun === true ? [] : [OPENINGS, 'Dashboard']) },
    changeCandidate: changes,
    rankCandidates: changes,
    makeOpeningOffers: changes,
    changeOffer: changes,
    withdrawOffer: changes,
    freeOffer: changes,
    reportJoined: changes,
    reportDidNotJoin: changes,
    endOffer: changes,
    listOwnOpenings: { providesTags: [OWN] },
    listOwnOffers: { providesTags: [OWN] },
    answerOpening: { invalidatesTags: [OWN] },
    answerOffer: { invalidatesTags: [OWN, 'Dashboard'] },
  },
});

interface ResultsUpload {
  readonly openingId: string;
  readonly file: File;
  /** That of the comparison, to write the results. */
  readonly seen?: string;
}

export const fileOf = (openingId: string) => `/api/v1/openings/${encodeURIComponent(openingId)}/file`;

export const resultsApi = placementApi.injectEndpoints({
  endpoints: (build) => ({
    // Multipart, which the generator does not write.
    sendResults: build.mutation<ComparedResults, ResultsUpload>({
      query: ({ openingId, file, seen }) => {
        const body = new FormData();
        body.append('file', file);
        return { url: fileOf(openingId), method: 'POST', body, params: { seen } };
      },
      invalidatesTags: (_answer, _error, { seen }) => (seen === undefined ? [] : [OPENINGS, 'Dashboard']),
    }),
  }),
});

/** What a page of staff shows is old once an opening has changed. */
export const openingsChanged = () => baseApi.util.invalidateTags([OPENINGS]);
export const ownChanged = () => baseApi.util.invalidateTags([OWN]);

export const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true } as const;
/** A colleague's change is seen within a second. */
export const PAUSE = 1_000;
