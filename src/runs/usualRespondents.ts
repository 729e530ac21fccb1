/** Respondents who walk beside the probes of `conform` where nobody says how many. */
export const usualRespondents = 150;
