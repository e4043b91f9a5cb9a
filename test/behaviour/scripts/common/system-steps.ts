import type { Step } from '../../script.ts'

/** Calls of the routes that every area and the bare host (`''`) have; `queue` is one that the area consumes. */
export const systemSteps = (area: string, queue?: string, holdsPersonalData = false): Step[] => {
  const base = area === '' ? '' : `/${area}`
  const at = `${base}/api/v1/privee`
  const nobody = { clientIds: ['CLI_NOBODY'], userIds: [], numeros: [], emails: [], ordreIds: [] }
  return [
    `GET ${base}/health`,
    `GET ${base}/ready`,
    `GET ${base}/metrics`,
    { call: `GET ${base}/metrics`, as: 'nobody' },
    { call: `GET ${base}/metrics`, as: 'wrong' },
    { call: `GET ${base}/api/clock/update-sse`, stream: true },
    ...(area === '' ? [] : [`GET ${at}/audits-du-domaine?limit=2`, `GET ${at}/audits-du-domaine`]),
    `GET ${at}/etat-du-systeme`,
    { call: `GET ${at}/etat-du-systeme`, as: 'nobody' },
    ...(holdsPersonalData
      ? [
          { call: `POST ${at}/donnees-personnelles`, body: nobody },
          { call: `POST ${at}/donnees-personnelles`, body: {} },
          { call: `POST ${at}/donnees-personnelles`, body: nobody, as: 'nobody' },
          { call: `POST ${at}/effacements`, body: { personne: nobody, pseudonyme: 'EFFACE_0123456789AB' } },
          { call: `POST ${at}/effacements`, body: {} },
        ]
      : []),
    ...(queue
      ? [
          { event: queue, body: { nonsense: true } },
          {
            call: `GET ${at}/messages-refuses?file=${queue}&limit=1`,
            save: { refus: 'data.0.id' },
          },
          `GET ${at}/messages-refuses?page=0`,
          `GET ${at}/messages-refuses/{refus}`,
          `GET ${at}/messages-refuses/999999`,
          `GET ${at}/messages-refuses/abc`,
          `POST ${at}/messages-refuses/{refus}/reprises`,
          `POST ${at}/messages-refuses/999999/reprises`,
          `POST ${at}/messages-refuses/abc/reprises`,
          `DELETE ${at}/messages-refuses/{refus}`,
          `DELETE ${at}/messages-refuses/{refus}`,
          `DELETE ${at}/messages-refuses/abc`,
        ]
      : []),
  ]
}
