from hirec.lexicon.roles import all_roles
from hirec.lexicon.topics import all_topics


def test_every_topic_of_a_role_is_known():
    for name, role in all_roles().items():
        assert role.topics <= set(all_topics()), name
