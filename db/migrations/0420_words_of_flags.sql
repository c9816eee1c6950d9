-- The words that weighed most with the model are stored with a flag.
update policy_flags set evidence = '{"words": []}' || evidence;
-- down
update policy_flags set evidence = evidence - 'words';
