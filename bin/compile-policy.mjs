// The last step of a build: the vocabulary of the content policy, compiled into a file that each start reads.
import { NO_ADDITIONS } from '../dist/core/policy/engine/compile.js';
import { compileVocabulary, writeVocabulary } from '../dist/core/policy/engine/vocabulary.js';

writeVocabulary(compileVocabulary(NO_ADDITIONS));
